type Signed = {
  member: { agentName: string; signature: string | null }
  workspace: { supportName: string; signature: string }
}

/**
 * Returns the lines below a reply: the name of the member, their signature, and that of the workspace. A workspace without a signature
 * signs with the name that it sends replies as.
 */
export const signatureLines = ({ member, workspace }: Signed): string[] =>
  [member.agentName, member.signature ?? '', workspace.signature || workspace.supportName]
    .filter(Boolean)
    .flatMap((part) => part.split(/\r?\n/))
