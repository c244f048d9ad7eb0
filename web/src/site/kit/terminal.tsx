interface TerminalProps {
  /** For screen readers. */
  label: string;
  /** Commands with what each does. The style sheet types them, one after the other. */
  lines: readonly { command: string; comment: string }[];
}

/** A terminal that types its commands where the visitor's settings allow motion. Its text takes its place from the start. */
export function Terminal({ label, lines }: TerminalProps) {
  return (
    <figure className="terminal" aria-label={label}>
      {lines.map(({ command, comment }) => (
        <div key={command} className="terminal-line">
          <code translate="no">
            <span aria-hidden="true">$ </span>
            <b>{command}</b>
          </code>
          <p>
            <span aria-hidden="true"># </span>
            {comment}
          </p>
        </div>
      ))}
    </figure>
  );
}
