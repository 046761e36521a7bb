// A form to start from: what most questions need.

export const EXAMPLE = `{
  "x-lt-order": ["decision", "reason"],
  "required": ["decision", "reason"],
  "properties": {
    "decision": {"title": "Your decision", "enum": ["approve", "reject"]},
    "reason": {
      "title": "Why",
      "description": "One sentence is enough.",
      "type": "string",
      "format": "textarea",
      "minLength": 3,
      "x-lt-showIf": "resolver.decision=reject"
    }
  }
}`;
