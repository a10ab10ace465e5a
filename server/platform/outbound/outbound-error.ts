import { errorCode } from '#server/platform/error-code.ts'

export type OutboundFault =
  | 'not-allowed'
  | 'no-address'
  | 'bad-certificate'
  | 'refused'
  | 'no-answer'
  | 'too-many-redirects'
  | 'too-large'

/** A failed or refused request. A host with a private address gets the same fault as a host that does not exist. */
export class OutboundError extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, cause?: unknown) {
    super(`Not fetched: ${fault}`, { cause })
    this.name = 'OutboundError'
    this.fault = fault
  }
}

const certificate = /CERT|SSL|TLS|SIGNATURE|EPROTO/

export function faultOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const code = errorCode(error) ?? ''
  if (code === 'ECONNREFUSED') return new OutboundError('refused', error)
  return new OutboundError(certificate.test(code) ? 'bad-certificate' : 'no-answer', error)
}
