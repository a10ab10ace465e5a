/** Decides on the server whether keys are printed as on Apple's keyboards, so that the page does not change when it comes alive. */
export const isAppleRequest = (headers: Headers) =>
  /mac|ios/i.test(headers.get('sec-ch-ua-platform') ?? '') ||
  /Macintosh|iPhone|iPad/.test(headers.get('user-agent') ?? '')
