import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { blocks } from './blocks.ts'
import { boolean } from './boolean.ts'
import { category } from './category.ts'
import { code } from './code.ts'
import { color } from './color.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { email } from './email.ts'
import type { FieldKindRule } from './field-kind.ts'
import { group } from './group.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { location } from './location.ts'
import { longText } from './long-text.ts'
import { markdown } from './markdown.ts'
import { media } from './media.ts'
import { phone } from './phone.ts'
import { reference } from './reference.ts'
import { richText } from './rich-text.ts'
import { select } from './select.ts'
import { slug } from './slug.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { url } from './url.ts'

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
