package dev.restante.admin;

import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PagePlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages.
 *
 * @param messages can be fewer than asked for, even none, although more follow: a call looks at 10,000 messages at
 *     most, however few of them are meant
 * @param next where the next page begins, for {@link PageRequest#after(String)}; null if there is none
 */
public record MessagePage(List<MessageDescription> messages, @Nullable String next) {
    public MessagePage {
        messages = List.copyOf(messages);
    }

    static MessagePage of(MessageAdministration.Page page) {
        PagePlace next = page.next();
        return new MessagePage(
                page.messages().stream().map(MessageDescription::of).toList(), next == null ? null : next.text());
    }
}
