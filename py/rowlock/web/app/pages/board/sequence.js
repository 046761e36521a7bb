// In which order stations stand: groups by parent, in each the flows that upstreams make, step by step.

const byName = (a, b) => (a.role < b.role ? -1 : 1);

/** The stations that upstreams join, as sets; those that nothing joins are sets of one. */
function joined(stations) {
  const known = new Map(stations.map((station) => [station.role, station]));
  const beside = new Map(stations.map((station) => [station.role, []]));
  for (const { role, upstream_roles: upstream } of stations) {
    for (const before of upstream.filter((name) => known.has(name))) {
      beside.get(role).push(before);
      beside.get(before).push(role);
    }
  }
  const seen = new Set();
  return stations.flatMap(({ role: first }) => {
    if (seen.has(first)) return [];
    const found = [first];
    seen.add(first);
    for (const role of found) {
      for (const next of beside.get(role).filter((name) => !seen.has(name))) {
        seen.add(next);
        found.push(next);
      }
    }
    return [found.map((role) => known.get(role)).sort(byName)];
  });
}

/** Steps of a flow: each station stands behind all that it comes after. */
function steps(stations) {
  const left = new Map(stations.map((station) => [station.role, station]));
  const made = [];
  const open = ({ upstream_roles: upstream }) => upstream.filter((role) => left.has(role)).length;
  while (left.size) {
    const ready = [...left.values()].filter((station) => !open(station));
    // Work that goes in a circle begins where most of it comes from elsewhere.
    const lead = (station) => open(station) * 1000 - station.upstream_roles.length;
    const step = ready.length ? ready : [[...left.values()].sort((a, b) => lead(a) - lead(b) || byName(a, b))[0]];
    for (const { role } of step) left.delete(role);
    made.push(step);
  }
  return made;
}

/** The flows of some stations, and the stations that belong to none. */
function flows(stations) {
  const sets = joined([...stations].sort(byName));
  return {
    flows: sets.filter((set) => set.length > 1).map(steps),
    loose: sets.filter((set) => set.length === 1).flat(),
  };
}

/** Groups in the order of the tree, [{ parent, flows, loose }]; last what stands below nothing: parent null. */
export function groups(stations, parents) {
  const below = new Map();
  for (const station of stations) {
    const parent = station.parent_role;
    below.set(parent, [...(below.get(parent) ?? []), station]);
  }
  const path = (role, seen = []) => (role && !seen.includes(role) ? [...path(parents.get(role), [...seen, role]), role] : []);
  const named = [...below.keys()].filter((parent) => parent !== null)
    .map((parent) => [parent, path(parent).join(" ")]).sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([parent]) => parent);
  return [...named, ...(below.has(null) ? [null] : [])].map((parent) => ({ parent, ...flows(below.get(parent)) }));
}
