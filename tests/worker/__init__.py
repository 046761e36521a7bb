"""The reference worker: its folders and processes, and what outlives a kill."""
