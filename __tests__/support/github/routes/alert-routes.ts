import { list, type Route, route } from '../route.js';

/** Alerts are answered as a test has put them in: their shape is GitHub's, checked like every answer. */
export const alertRoutes: readonly Route[] = [
  route('code-scanning/list-alerts-for-repo', ['security_events:read'], ({ state, query }) =>
    list(withState(state.codeScanningAlerts, query.state), (alert) => alert),
  ),
  route('dependabot/list-alerts-for-repo', ['vulnerability_alerts:read'], ({ state, query }) =>
    list(withState(state.dependabotAlerts, query.state), (alert) => alert),
  ),
];

function withState(alerts: readonly Record<string, unknown>[], state: string | undefined) {
  return alerts.filter((alert) => state === undefined || state.split(',').includes(String(alert.state)));
}
