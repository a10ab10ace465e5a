import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { email } from '#server/fields/kinds/addresses/email.ts'
import { location } from '#server/fields/kinds/addresses/location.ts'
import { phone } from '#server/fields/kinds/addresses/phone.ts'
import { url } from '#server/fields/kinds/addresses/url.ts'
import { boolean } from '#server/fields/kinds/choices/boolean.ts'
import { color } from '#server/fields/kinds/choices/color.ts'
import { select } from '#server/fields/kinds/choices/select.ts'
import type { FieldKindRule } from '#server/fields/kinds/field-kind.ts'
import { category } from '#server/fields/kinds/leads/category.ts'
import { media } from '#server/fields/kinds/leads/media.ts'
import { reference } from '#server/fields/kinds/leads/reference.ts'
import { decimal } from '#server/fields/kinds/numbers/decimal.ts'
import { integer } from '#server/fields/kinds/numbers/integer.ts'
import { blocks } from '#server/fields/kinds/parts/blocks.ts'
import { group } from '#server/fields/kinds/parts/group.ts'
import { json } from '#server/fields/kinds/parts/json.ts'
import { code } from '#server/fields/kinds/texts/code.ts'
import { longText } from '#server/fields/kinds/texts/long-text.ts'
import { markdown } from '#server/fields/kinds/texts/markdown.ts'
import { richText } from '#server/fields/kinds/texts/rich-text.ts'
import { slug } from '#server/fields/kinds/texts/slug.ts'
import { text } from '#server/fields/kinds/texts/text.ts'
import { date } from '#server/fields/kinds/times/date.ts'
import { datetime } from '#server/fields/kinds/times/datetime.ts'
import { time } from '#server/fields/kinds/times/time.ts'

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
