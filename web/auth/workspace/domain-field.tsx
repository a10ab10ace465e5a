import { useSite } from '#web/lib/use-site.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useDomainCheck } from './use-domain-check.ts'

type Props = {
  domain: string
  /** The server's fault for this domain. */
  refused?: string
  errors: Record<string, string>
  onChange: (domain: string) => void
}

/** Checks while typing whether a domain is available. */
export function DomainField({ domain, refused, errors, onChange }: Props) {
  const { rootDomain } = useSite()
  const { isChecking, isFree, error } = useDomainCheck(domain.trim())
  return (
    <Field
      label="Domain"
      hint="3 to 40 letters, numbers or hyphens"
      help="Part of the URL of your workspace"
      error={refused ?? (error && (errors[error] ?? 'An unexpected error occurred'))}
      checking={isChecking && 'Checking'}
      valid={isFree && `${domain.trim().toLowerCase()}.${rootDomain} is available`}
    >
      <Input
        name="domain"
        size="lg"
        value={domain}
        onChange={(event) => onChange(event.target.value)}
        suffix={`.${rootDomain}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Field>
  )
}
