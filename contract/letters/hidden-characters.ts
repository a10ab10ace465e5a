/** Characters that draw nothing, or turn what is written around them. Without schemas, so pages may take it. */

// Soft hyphen, spaces and joiners without width, marks and overrides of direction (UAX 9), invisible operators, byte order marks,
// anchors of annotations, letters that only tag others, ends of lines, and what controls a device.
const hidden =
  /[\p{Cc}\u2028\u2029\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u

/** Whether something stands in an address that nobody sees, or that controls a device. */
export const hasHidden = (address: string): boolean => hidden.test(address)

/** What draws nothing in words of which an address is made: forms of signs and fillers of a place, too. */
export const unseen = new RegExp(
  `${hidden.source}|[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180d\\u180f\\u3164\\ufe00-\\ufe0f\\uffa0\\u{e0100}-\\u{e01ef}]`,
  'gu',
)
