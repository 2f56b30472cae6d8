package dev.restante.console.messagestate;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.BlockingReason;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLinks;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** Page of the reasons why a message is not delivered. */
public final class ExplainPage implements Section {

    private final RestanteAdmin admin;

    public ExplainPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PageLinks.EXPLAIN, RequestCost.EXPENSIVE, null, this::show);
    }

    /**
     * Returns the text of a blocking reason. The text of a locked group contains the group id, which is a message
     * property and needs the right to read messages.
     */
    private static String text(UserRequest request, BlockingReason blockingReason) {
        return blockingReason.kind() != BlockingReason.BlockingRule.GROUP_LOCKED || request.may(ConsoleRight.READ)
                ? blockingReason.text()
                : "Another consumer holds its message group, or an earlier message of the group comes first. The"
                        + " group id is hidden, because you may not read messages.";
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        String name = request.parameters().required("name");
        long number = request.parameters().number("sequenceNumber");
        List<BlockingReason> blockingReasons = admin.messages(name).explain(number);
        List<HtmlElement> content = new ArrayList<>();
        content.add(tag("p").add("Of ")
                .add(tag("a", "message " + number).with("href", PageLinks.message(name, number)))
                .add(" in ")
                .add(PageLinks.named(name)));
        if (blockingReasons.isEmpty()) {
            content.add(tag("p", "Nothing blocks the message. It is delivered after the messages before it."));
        } else {
            content.add(HtmlTables.table(
                    "Blocking reasons",
                    List.of("Kind", "Reason"),
                    blockingReasons.stream()
                            .map(blockingReason -> tag("tr")
                                    .add(
                                            tag("th", blockingReason.kind().name())
                                                    .with("scope", "row"),
                                            tag("td").add(tag("bdi", text(request, blockingReason)))))
                            .toList()));
        }
        return request.layout().page("Blocking reasons of message " + number, content);
    }
}
