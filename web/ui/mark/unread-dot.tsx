export const UnreadDot = ({ label = 'Unread' }: { label?: string }) => (
  <span role="img" aria-label={label} className="unread-dot" />
)
