package dev.restante.console.message;

import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Census;
import dev.restante.console.count.Figures;
import dev.restante.console.guard.Right;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/** Queues and subscriptions, and their messages, for scripts. */
public final class MessagesData implements Section {

    private static final Parameter NAME =
            Parameter.name("The full name of the queue, subscription or dead-letter queue");

    private static final Shape PAGE = Shape.object("A page of messages")
            .with("messages", Shape.list("At most 50, the oldest first", MessageFields.LISTED))
            .withOptional(
                    "next",
                    Shape.text("The parameter 'after' of the next page; there may be more even if no"
                            + " message was found on this one, because a page looks at 10,000 messages at most"));

    private final RestanteAdmin admin;
    private final Figures figures;

    /** Of a store. */
    public MessagesData(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.figures = new Figures(admin, census);
    }

    @Override
    public void routes(Routes routes) {
        routes.data(
                Data.at(
                        "/entity",
                        "A queue or subscription: its status and counts",
                        List.of(NAME),
                        Figures.shape(
                                Shape.object("A queue or subscription").with("name", Shape.text("Its full name"))),
                        this::entity),
                Data.at(
                        "/messages",
                        "Messages of a queue or subscription. What the filter looks at in messages needs the right read",
                        List.of(
                                NAME,
                                Parameter.optional(
                                        "state",
                                        Shape.oneOf(
                                                "How they stand",
                                                Stream.of(MessageState.values())
                                                        .map(Enum::name)
                                                        .toList())),
                                Parameter.optional("selector", Shape.text("Of JMS")),
                                Parameter.optional("reason", Shape.text("Why they are dead letters")),
                                Parameter.optional("deliveries", Shape.number("Received so often or more")),
                                Parameter.optional("older", Shape.number("Sent so many minutes ago or longer")),
                                Parameter.optional(
                                        "text",
                                        Shape.text("In the body, in whatever case; with a pointer, the value there")),
                                Parameter.optional(
                                        "pointer", Shape.text("A JSON pointer into the body, as /customer/id")),
                                Parameter.optional("after", Shape.text("'next' of the page before"))),
                        PAGE,
                        this::messages),
                Data.at(
                                "/message",
                                "A message: its headers, properties and body",
                                List.of(NAME, Parameter.required("number", Shape.text("Its sequence number"))),
                                MessageFields.WHOLE,
                                visit -> MessageFields.whole(MessageView.message(admin, visit.parameters())))
                        .needing(Right.READ));
    }

    private Object entity(Visit visit) throws JMSException {
        String name = visit.parameters().required("name");
        return figures.data(name).with("name", name).done();
    }

    private Object messages(Visit visit) throws JMSException {
        MessagePage page = MessageTable.of(visit.parameters().required("name"), visit, admin)
                .look(admin);
        List<Object> messages =
                page.messages().stream().map(MessageFields::listed).toList();
        return new Fields()
                .with("messages", messages)
                .withPresent("next", page.next())
                .done();
    }
}
