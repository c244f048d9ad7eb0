/** For an anonymous reviewer, who has no initials. */
export function Person() {
  return (
    <svg className={classNames.avatarIcon} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2a5 5 0 0 1 0 11a5 5 0 0 1 0-11zM2 23a10 8 0 0 1 20 0z" />
    </svg>
  );
}
