export const UnreadDot = ({ label = 'Unread' }: { label?: string }) => (
  <span role="img" aria-label={label} className="inline-block size-1.5 align-middle shrink-0 rounded-full bg-accent" />
)
