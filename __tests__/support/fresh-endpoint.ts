/** An endpoint of which nothing is known, and nothing is kept. */
export const freshEndpoint = {
  price: null,
  timeoutMs: null,
  traits: null,
  remember: async (): Promise<void> => undefined,
};
