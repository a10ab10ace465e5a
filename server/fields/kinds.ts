import type { Field, FieldKind } from '#contract/fields.ts'
import { blocks } from '#server/field-kinds/blocks.ts'
import { boolean } from '#server/field-kinds/boolean.ts'
import { category } from '#server/field-kinds/category.ts'
import { code } from '#server/field-kinds/code.ts'
import { color } from '#server/field-kinds/color.ts'
import { date } from '#server/field-kinds/date.ts'
import { datetime } from '#server/field-kinds/datetime.ts'
import { decimal } from '#server/field-kinds/decimal.ts'
import { email } from '#server/field-kinds/email.ts'
import type { FieldKindRule } from '#server/field-kinds/field-kind.ts'
import { group } from '#server/field-kinds/group.ts'
import { integer } from '#server/field-kinds/integer.ts'
import { json } from '#server/field-kinds/json.ts'
import { location } from '#server/field-kinds/location.ts'
import { longText } from '#server/field-kinds/long-text.ts'
import { markdown } from '#server/field-kinds/markdown.ts'
import { media } from '#server/field-kinds/media.ts'
import { phone } from '#server/field-kinds/phone.ts'
import { reference } from '#server/field-kinds/reference.ts'
import { richText } from '#server/field-kinds/rich-text.ts'
import { select } from '#server/field-kinds/select.ts'
import { slug } from '#server/field-kinds/slug.ts'
import { text } from '#server/field-kinds/text.ts'
import { time } from '#server/field-kinds/time.ts'
import { url } from '#server/field-kinds/url.ts'

const rules: { [K in FieldKind]: FieldKindRule<K> } = {
  ...{
    text,
    long_text: longText,
    slug,
    markdown,
    rich_text: richText,
    integer,
    decimal,
    boolean,
    date,
    datetime,
    time,
  },
  ...{ select, color, url, email, phone, json, location, media, reference, group, blocks, code, category },
}

/** The rules of a kind, for a field of that kind. */
export const ruleOf = ({ kind }: Pick<Field, 'kind'>) => rules[kind] as unknown as FieldKindRule
