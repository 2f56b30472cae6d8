package dev.restante.admin;

import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PageCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of messages with the position of the next page.
 *
 * @param messages the matching messages; a page can have few or no messages although more follow, because each call
 *     reads at most 10,000 messages
 * @param next the value for {@link PageRequest#after(String)} of the next page, or null for the last page
 */
public record MessagePage(List<MessageDescription> messages, @Nullable String next) {
    public MessagePage {
        messages = List.copyOf(messages);
    }

    static MessagePage of(MessageAdministration.InspectedMessagePage page) {
        PageCursor next = page.next();
        return new MessagePage(
                page.messages().stream().map(MessageDescription::of).toList(), next == null ? null : next.text());
    }
}
