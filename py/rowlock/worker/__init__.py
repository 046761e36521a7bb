"""The reference worker: a host's runs over HTTP, as commands in folders that outlive it.

Everything that must survive a kill -9 is a file of the data folder (home, job); what starts and
ends a command is a process of its own (keeper). The worker only carries between those files and
the service, and whatever it repeats after a restart the service recognises. It decides nothing:
what it may claim, and what a signal does, is the database's.
"""
