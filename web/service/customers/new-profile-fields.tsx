import type { CustomField } from '#contract/fields/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { useSite } from '#web/lib/use-site.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'

type Props = { fields: readonly CustomField[]; faultOf: (name: string) => Fault }

/** The custom fields in the form of a new customer or company. */
export function NewProfileFields({ fields, faultOf }: Props) {
  const { timeZone } = useSite()
  return <CustomInputs {...{ fields, faultOf, timeZone }} values={{}} isRequired={() => false} />
}
