package dev.restante.console.message;

import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/**
 * API resources for a single queue or subscription: its status and counts, a filtered list of its messages, and one
 * message with its body.
 */
public final class MessagesResource implements Section {

    private static final ParameterDefinition NAME =
            ParameterDefinition.entityName("Full name of the queue, subscription or dead-letter queue");

    private static final JsonSchema PAGE = JsonSchema.object("Page of messages")
            .with("messages", JsonSchema.list("At most 50 messages, the oldest first", MessageJsonFields.LIST_SCHEMA))
            .withOptional(
                    "next",
                    JsonSchema.string(
                            "Parameter 'after' of the next page. A page without messages can have a next page,"
                                    + " because one" + " request reads at most 10,000 messages"));

    private final RestanteAdmin admin;
    private final EntityStatisticsView statisticsView;

    public MessagesResource(RestanteAdmin admin, EntityCountCache countCache) {
        this.admin = admin;
        this.statisticsView = new EntityStatisticsView(admin, countCache);
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(
                ApiResource.of(
                        "/entity",
                        "Status and counts of a queue or subscription",
                        List.of(NAME),
                        EntityStatisticsView.addSchema(JsonSchema.object("Queue or subscription")
                                .with("name", JsonSchema.string("Full name"))),
                        this::entity),
                ApiResource.of(
                        "/messages",
                        "Messages of a queue or subscription. Filters on the content of messages require the"
                                + " right read",
                        List.of(
                                NAME,
                                ParameterDefinition.optional(
                                        "state",
                                        JsonSchema.oneOf(
                                                "State of the messages",
                                                Stream.of(MessageState.values())
                                                        .map(Enum::name)
                                                        .toList())),
                                ParameterDefinition.optional("selector", JsonSchema.string("JMS selector")),
                                ParameterDefinition.optional("reason", JsonSchema.string("Dead-letter reason")),
                                ParameterDefinition.optional(
                                        "minDeliveries", JsonSchema.number("Minimum delivery count")),
                                ParameterDefinition.optional(
                                        "minAgeMinutes", JsonSchema.number("Minimum age in minutes")),
                                ParameterDefinition.optional(
                                        "bodyText",
                                        JsonSchema.string(
                                                "Text in the body, ignoring case; with a pointer, the value at"
                                                        + " the pointer")),
                                ParameterDefinition.optional(
                                        "jsonPointer",
                                        JsonSchema.string("JSON pointer into the body, such as /customer/id")),
                                ParameterDefinition.optional(
                                        "after", JsonSchema.string("Value 'next' of the previous page"))),
                        PAGE,
                        this::messages),
                ApiResource.of(
                                "/message",
                                "Message with its headers, properties and body",
                                List.of(
                                        NAME,
                                        ParameterDefinition.required(
                                                "sequenceNumber", JsonSchema.string("Sequence number"))),
                                MessageJsonFields.DETAIL_SCHEMA,
                                request ->
                                        MessageJsonFields.whole(MessageDetailPage.message(admin, request.parameters())))
                        .withRight(ConsoleRight.READ));
    }

    private Object entity(UserRequest request) throws JMSException {
        String name = request.parameters().required("name");
        return statisticsView.json(name).with("name", name).asMap();
    }

    private Object messages(UserRequest request) throws JMSException {
        MessagePage page = MessageTable.of(request.parameters().required("name"), request, admin)
                .load(admin);
        List<Object> messages =
                page.messages().stream().map(MessageJsonFields::listed).toList();
        return new JsonObject()
                .with("messages", messages)
                .withNonNull("next", page.next())
                .asMap();
    }
}
