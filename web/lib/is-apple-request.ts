/** Returns whether the request comes from an Apple system, so that the server renders the right shortcuts. */
export const isAppleRequest = (headers: Headers) =>
  /mac|ios/i.test(headers.get('sec-ch-ua-platform') ?? '') ||
  /Macintosh|iPhone|iPad/.test(headers.get('user-agent') ?? '')
