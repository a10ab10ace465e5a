import type { Field, FieldKind } from '#contract/fields.ts'
import { email } from '#server/field-kinds/addresses/email.ts'
import { location } from '#server/field-kinds/addresses/location.ts'
import { phone } from '#server/field-kinds/addresses/phone.ts'
import { url } from '#server/field-kinds/addresses/url.ts'
import { boolean } from '#server/field-kinds/choices/boolean.ts'
import { color } from '#server/field-kinds/choices/color.ts'
import { select } from '#server/field-kinds/choices/select.ts'
import type { FieldKindRule } from '#server/field-kinds/field-kind.ts'
import { category } from '#server/field-kinds/leads/category.ts'
import { media } from '#server/field-kinds/leads/media.ts'
import { reference } from '#server/field-kinds/leads/reference.ts'
import { decimal } from '#server/field-kinds/numbers/decimal.ts'
import { integer } from '#server/field-kinds/numbers/integer.ts'
import { blocks } from '#server/field-kinds/parts/blocks.ts'
import { group } from '#server/field-kinds/parts/group.ts'
import { json } from '#server/field-kinds/parts/json.ts'
import { code } from '#server/field-kinds/texts/code.ts'
import { longText } from '#server/field-kinds/texts/long-text.ts'
import { markdown } from '#server/field-kinds/texts/markdown.ts'
import { richText } from '#server/field-kinds/texts/rich-text.ts'
import { slug } from '#server/field-kinds/texts/slug.ts'
import { text } from '#server/field-kinds/texts/text.ts'
import { date } from '#server/field-kinds/times/date.ts'
import { datetime } from '#server/field-kinds/times/datetime.ts'
import { time } from '#server/field-kinds/times/time.ts'

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
