/** Characters that are invisible or change the direction of text. Without schemas, so that pages can use this file. */

// Matches control characters, line separators, soft hyphens, zero-width spaces and joiners, direction marks (UAX 9),
// invisible operators, byte order marks, annotation anchors and tag characters.
const hidden =
  /[\p{Cc}\u2028\u2029\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u

export const hasHidden = (address: string): boolean => hidden.test(address)

/** Invisible characters in the words of a slug. Also matches variation selectors and fillers. */
export const unseen = new RegExp(
  `${hidden.source}|[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180d\\u180f\\u3164\\ufe00-\\ufe0f\\uffa0\\u{e0100}-\\u{e01ef}]`,
  'gu',
)
