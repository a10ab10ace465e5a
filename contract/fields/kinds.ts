import { blocks } from './kinds/blocks.ts'
import { boolean } from './kinds/boolean.ts'
import { category } from './kinds/category.ts'
import { code } from './kinds/code.ts'
import { color } from './kinds/color.ts'
import { date } from './kinds/date.ts'
import { datetime } from './kinds/datetime.ts'
import { decimal } from './kinds/decimal.ts'
import { email } from './kinds/email.ts'
import { group } from './kinds/group.ts'
import { integer } from './kinds/integer.ts'
import { json } from './kinds/json.ts'
import { location } from './kinds/location.ts'
import { longText } from './kinds/long-text.ts'
import { markdown } from './kinds/markdown.ts'
import { media } from './kinds/media.ts'
import { phone } from './kinds/phone.ts'
import { reference } from './kinds/reference.ts'
import { richText } from './kinds/rich-text.ts'
import { select } from './kinds/select.ts'
import { slug } from './kinds/slug.ts'
import { text } from './kinds/text.ts'
import { time } from './kinds/time.ts'
import { url } from './kinds/url.ts'

/**
 * The field kinds and their settings. A new kind is a file in `kinds/` and a line here, and the same in `server/fields`
 * and `web/fields`, which do not compile without it.
 */
export const kinds = [
  text,
  longText,
  slug,
  markdown,
  richText,
  code,
  integer,
  decimal,
  boolean,
  date,
  datetime,
  time,
  select,
  color,
  url,
  email,
  phone,
  json,
  location,
  media,
  reference,
  category,
  group,
  blocks,
] as const

export type FieldKind = (typeof kinds)[number]['name']
export const fieldKinds = kinds.map(({ name }) => name) as [FieldKind, ...FieldKind[]]

/** Whether a field of the kind can be set to have several values. */
export const takesMany = (kind: FieldKind) => manyKinds.has(kind)
const manyKinds = new Set<FieldKind>(kinds.flatMap(({ name, settings }) => ('many' in settings ? [name] : [])))
