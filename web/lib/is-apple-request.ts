/** Detects Apple keyboards on the server, so that hydration does not change the shortcuts on the screen. */
export const isAppleRequest = (headers: Headers) =>
  /mac|ios/i.test(headers.get('sec-ch-ua-platform') ?? '') ||
  /Macintosh|iPhone|iPad/.test(headers.get('user-agent') ?? '')
