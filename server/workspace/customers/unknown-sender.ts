const domain = '@sender.invalid'

/**
 * A placeholder for the sender of a mail without an address: one per mail, because strangers cannot be told apart.
 * Mails are never sent to a domain below `.invalid` (RFC 2606, section 2).
 */
export const unknownSenderOf = (mailId: string) => `unknown-${mailId}${domain}`

export const isUnknownSender = (address: string) => address.endsWith(domain)
