import { usePageWords } from '../../i18n/provider.tsx';
import { Moment } from '../../ui/moment.tsx';
import classes from './messages.module.css';
import { caseWords } from './words.ts';

export interface Message {
  id: number;
  author: 'sender' | 'staff';
  text: string;
  created_at: string;
}

interface MessagesProps<M> {
  messages: readonly M[];
  /** The name above a message. */
  nameOf(message: M): string;
  /** The side of the reader, whose messages stand on the right. */
  own: Message['author'];
}

export function Messages<M extends Message>({ messages, nameOf, own }: MessagesProps<M>) {
  const words = usePageWords(caseWords);
  return (
    <ol className={classes.messages} aria-label={words.messages}>
      {messages.map((message) => (
        <li key={message.id} data-own={message.author === own} data-testid="message">
          <p className={classes.head}>
            <strong>{nameOf(message)}</strong> <Moment at={message.created_at} />
          </p>
          <p className={classes.text}>{message.text}</p>
        </li>
      ))}
    </ol>
  );
}
