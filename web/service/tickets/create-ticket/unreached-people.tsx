import { useState } from 'react'
import { comparedAddress } from '#contract/email-address.ts'
import { SuppressionNotice } from '#web/service/tickets/composer/suppression-notice.tsx'
import { useSuppressions } from '#web/service/tickets/composer/use-suppressions.ts'

/** Whom what is written to would not be mailed; the form posts whether it is all the same. */
export function UnreachedPeople({ addresses }: { addresses: string[] }) {
  const [isForced, setForced] = useState(false)
  const people = useSuppressions(addresses.map(comparedAddress))
  return (
    <>
      <SuppressionNotice people={people} isForced={isForced} onForced={setForced} />
      {isForced && people.length > 0 && <input type="hidden" name="toSuppressed" value="yes" />}
    </>
  )
}
