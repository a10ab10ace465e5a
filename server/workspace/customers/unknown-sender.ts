const domain = '@sender.invalid'

/**
 * What stands for the sender of a mail that names nobody: one for each mail, since nobody knows which two strangers are
 * one. Nothing is ever mailed to a name below `.invalid` (RFC 2606, section 2).
 */
export const unknownSenderOf = (mailId: string) => `unknown-${mailId}${domain}`

export const isUnknownSender = (address: string) => address.endsWith(domain)
