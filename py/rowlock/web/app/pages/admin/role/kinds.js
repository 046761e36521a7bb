// The three schemas of a role: what each is for, and under which names the service has it.

export const KINDS = [
  {
    of: "form", name: "Form of answers", field: "form_schema", path: "schema",
    counter: "current_schema_version", expected: "expected_schema_version",
    about: "What people are asked to fill in. The form is drawn from it.",
    none: "Without a form people answer in JSON of their own.",
  },
  {
    of: "metadata", name: "Metadata", field: "metadata_schema", path: "schema",
    counter: "current_schema_version", expected: "expected_schema_version",
    about: "What the metadata of a new row has to look like. It has its versions together with the form.",
    none: "Without it rows may have any metadata.",
  },
  {
    of: "list", name: "List", field: "list_schema", path: "list-schema",
    counter: "current_list_schema_version", expected: "expected_list_schema_version",
    about: "How your own programs draw a list of the rows; the service only keeps it. It has versions of its own.",
    none: "There is none.",
  },
];

/** The one that an address means; the form, when it names none. */
export const kindOf = (name) => KINDS.find(({ of }) => of === name) ?? KINDS[0];
