import type { Field, FieldKind } from '#contract/fields/fields.ts'
import type { FieldKindRule } from './field-kind.ts'
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

/** The field kinds on the server. A new kind is a file in `kinds/` and a line here. */
const rules: { [K in FieldKind]: FieldKindRule<K> } = {
  text,
  long_text: longText,
  slug,
  markdown,
  rich_text: richText,
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
}

/** The rules of a field's kind. */
export const ruleOf = ({ kind }: Pick<Field, 'kind'>) => rules[kind] as unknown as FieldKindRule
