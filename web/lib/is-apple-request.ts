/**
 * Returns whether the request comes from an Apple system. The server needs this, so that hydration does not change the
 * shortcuts on the screen.
 */
export const isAppleRequest = (headers: Headers) =>
  /mac|ios/i.test(headers.get('sec-ch-ua-platform') ?? '') ||
  /Macintosh|iPhone|iPad/.test(headers.get('user-agent') ?? '')
