/** Why a crawl is as fast as it is, and how a cluster is: one sentence made from its status. */
import {count, plural, span} from './format.js';

export function reason(status, pagesPerSecond) {
  const {activity = {}, waiting} = status;
  const hosts = activity.hostStates ?? {};
  switch (status.state) {
    case 'created': return 'Not started yet.';
    case 'paused': return paused(status.reason ?? '');
    case 'stopped': return `Stopped: ${status.reason ?? 'on request'}. Resume goes on where it ended.`;
    case 'finished': return `Finished: nothing is left to fetch${status.parked ? `, but for ${plural(status.parked, 'URL')} that could not be fetched` : ''}.`;
    case 'crashed': return 'Its process ended unexpectedly. Resume goes on where it ended.';
    default: return running(status, activity, hosts, waiting, pagesPerSecond);
  }
}

/** The reason says by whom, or what went wrong. */
function paused(reason) {
  if (!reason) return 'Paused.';
  return reason.startsWith('paused') ? `P${reason.slice(1)}.` : `Paused: ${reason}.`;
}

function waitingHosts(waiting, all) {
  if (all === 1) return 'its only host waits for its';
  if (waiting === all) return `${all === 2 ? 'both' : `all ${count(all)}`} hosts wait for their`;
  return waiting === 1 ? `1 of ${count(all)} hosts waits for its` : `${count(waiting)} of ${count(all)} hosts wait for their`;
}

function running(status, activity, hosts, waiting, pagesPerSecond) {
  if (waiting?.reason === 'starting') return 'Its process is starting; the first request leaves in a few seconds.';
  const all = Object.entries(hosts).filter(([state]) => state !== 'idle').reduce((sum, [, n]) => sum + n, 0);
  const next = waiting ? ` Next request ${waiting.seconds > 0 ? `in ${span(waiting.seconds)}` : 'now'}: ${waiting.reason}.` : '';
  if (activity.rateLimit > 0 && pagesPerSecond >= 0.85 * activity.rateLimit)
    return `As fast as the rate limit of ${activity.rateLimit} requests a second allows.`;
  if (activity.connections > 0 && activity.underWay >= activity.connections)
    return `All ${count(activity.connections)} connections are in use.`;
  if (hosts.waiting > (hosts.ready ?? 0) + (hosts.busy ?? 0))
    return `Slow because ${waitingHosts(hosts.waiting, all)} delay.${next}`;
  if (!hosts.ready && hosts.blocked > 0 && !hosts.busy) return `Nothing is asked: ${plural(hosts.blocked, 'host')} blocked.`;
  if (!hosts.ready && hosts.aside > 0 && !hosts.busy) return `${plural(hosts.aside, 'host')} failed and ${hosts.aside === 1 ? 'is' : 'are'} left alone for a while.${next}`;
  if (waiting) return `Slow because it waits.${next}`;
  return `Nothing holds it back: ${plural(activity.underWay ?? 0, 'request')} under way, ${plural(hosts.ready ?? 0, 'host')} ready.`;
}

/** How a crawl in a cluster is: a sentence, and the class of its colour. */
export function clusterReason(cluster) {
  const {state, nodes, inForce} = cluster;
  const orphans = cluster.shards - cluster.shardsOwned;
  if (state === 'finished') return ['The crawl has ended: nothing is left to do.', ''];
  if (state === 'stopped') return ['Stopped: all nodes leave. To go on, resume it and start nodes again.', 'paused'];
  if (!nodes.length) return [`No node runs. Start one with: gossamer node --kafka HOST:PORT --crawl ${cluster.name} -o DIR`, 'crashed'];
  if (orphans > 0) return [`${plural(orphans, 'shard has', 'shards have')} no node. When a node dies, the others take its shards after about six seconds.`, 'crashed'];
  if (inForce < nodes.length) return [`An order is on its way: it is in force on ${inForce} of ${plural(nodes.length, 'node')}.`, 'paused'];
  if (state === 'paused') return ['Paused on all nodes, until somebody resumes it.', 'paused'];
  if (nodes.every(each => each.isIdle)) return ['No node has anything to do at the moment.', ''];
  return [`Every shard has a node, and the newest orders are in force on ${nodes.length > 1 ? `all ${count(nodes.length)} nodes` : 'the only node'}.`, ''];
}
