import type { FieldKind } from '#contract/fields/fields.ts'
import type { FieldKindView } from './form/field-shape.ts'
import { blocks } from './kinds/blocks.tsx'
import { boolean } from './kinds/boolean.tsx'
import { category } from './kinds/category.tsx'
import { code } from './kinds/code.tsx'
import { color } from './kinds/color.tsx'
import { date } from './kinds/date.tsx'
import { datetime } from './kinds/datetime.tsx'
import { decimal } from './kinds/decimal.tsx'
import { email } from './kinds/email.tsx'
import { group } from './kinds/group.tsx'
import { integer } from './kinds/integer.tsx'
import { json } from './kinds/json.tsx'
import { location } from './kinds/location.tsx'
import { longText } from './kinds/long-text.tsx'
import { markdown } from './kinds/markdown.tsx'
import { media } from './kinds/media.tsx'
import { phone } from './kinds/phone.tsx'
import { reference } from './kinds/reference.tsx'
import { richText } from './kinds/rich-text.tsx'
import { select } from './kinds/select.tsx'
import { slug } from './kinds/slug.tsx'
import { text } from './kinds/text.tsx'
import { time } from './kinds/time.tsx'
import { url } from './kinds/url.tsx'

/** The field kinds in the browser, in display order. A new kind is a file in `kinds/` and a line here. */
const byKind = {
  text,
  long_text: longText,
  rich_text: richText,
  markdown,
  slug,
  code,
  integer,
  decimal,
  date,
  datetime,
  time,
  boolean,
  select,
  color,
  email,
  phone,
  url,
  location,
  reference,
  media,
  category,
  group,
  blocks,
  json,
} satisfies { [K in FieldKind]: { kind: K } } as unknown as Record<FieldKind, FieldKindView>

export const kindViews = Object.values(byKind)

export const kindViewOf = (kind: FieldKind) => byKind[kind]
