import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = { workspace: { name: string; customerArea: string } | null; unknownEmail?: string }

/**
 * Links for people outside the team. The text is the same for everyone, because it must not reveal whether an address
 * is a customer. A visitor of a workspace may be its customer and is not asked to create one.
 */
export function OtherDoors({ workspace, unknownEmail }: Props) {
  const isUnknown = unknownEmail !== undefined
  if (workspace) {
    return (
      <div className="mt-5 grid gap-1 text-meta text-ink-3">
        <p>
          Customer of {workspace.name}?{' '}
          <TextLink href={workspace.customerArea} underline>
            Go to your requests
          </TextLink>
        </p>
        {isUnknown && <p>On the team? Ask an admin of {workspace.name} for an invitation to this address.</p>}
      </div>
    )
  }
  return (
    <div className="mt-5 grid gap-1 text-meta text-ink-3">
      {isUnknown && <p>Are you a customer? Use the link in the mails from the company that you wrote to.</p>}
      <p>
        New here?{' '}
        <TextLink href={`/auth/register${isUnknown ? `?email=${encodeURIComponent(unknownEmail)}` : ''}`} underline>
          Create a workspace
        </TextLink>{' '}
        or ask an admin of your workspace for an invitation.
      </p>
    </div>
  )
}
