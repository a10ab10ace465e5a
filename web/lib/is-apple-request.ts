/** Decides on the server whether shortcuts are shown for Apple's keyboards, so that hydration changes nothing. */
export const isAppleRequest = (headers: Headers) =>
  /mac|ios/i.test(headers.get('sec-ch-ua-platform') ?? '') ||
  /Macintosh|iPhone|iPad/.test(headers.get('user-agent') ?? '')
