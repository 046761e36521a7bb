// The address of the live events and what it asks for: the words are those of GET /api/events.

/** `topics`: patterns; `query`: as a page of events takes it. */
export function read(at) {
  const [topic, role, origin] = ["topic", "role", "origin_id"].map((name) => (at.query.get(name) ?? "").trim());
  const topics = topic ? topic.split(",").map((pattern) => pattern.trim()) : ["*"];
  return {
    topic, role, origin, topics,
    narrowed: Boolean(topic || role || origin),
    query: { topic: topic && topics.join(), role, origin_id: origin },
    // The stream is told of topics alone, since other parts of the tab share it.
    fits: (event) => (!role || event.role === role) && (!origin || event.origin_id === origin),
  };
}

export const unfiltered = { topic: null, role: null, origin_id: null };
