import { answer, type Route, route } from '../route.js';

/** Asking for the limits costs nothing. */
export const rateLimitRoutes: readonly Route[] = [
  route('rate-limit/get', [], ({ rateLimit }) => {
    const { limit, used, reset } = rateLimit;
    const core = { limit, used, remaining: limit - used, reset };
    return answer(200, { resources: { core, search: core }, rate: core });
  }),
];
