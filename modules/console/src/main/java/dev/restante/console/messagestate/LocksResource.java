package dev.restante.console.messagestate;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;

/** API resource with the locked messages of a queue or subscription. */
final class LocksResource implements Section {

    private static final JsonSchema LOCK = JsonSchema.object("Locked message")
            .with("sequenceNumber", JsonSchema.string("Sequence number in the queue or subscription"))
            .withOptional("node", JsonSchema.string("Node that locked the message; missing for a prepared transaction"))
            .withOptional(
                    "lockedUntil", JsonSchema.dateTime("End of the lock unless it is renewed; missing if unknown"))
            .with("deliveryCount", JsonSchema.number("Number of earlier deliveries"))
            .with("enqueuedAt", JsonSchema.dateTime("Time from which the time to live counts"));

    private final RestanteAdmin admin;

    LocksResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                "/locks",
                "Locked messages of a queue or subscription with their nodes, 50 per page",
                List.of(
                        ParameterDefinition.entityName("Full name of the queue or subscription"),
                        ParameterDefinition.optional("after", JsonSchema.string("Value 'next' of the previous page"))),
                JsonSchema.object("Page of locked messages")
                        .with(
                                "locks",
                                JsonSchema.list(
                                        "At most 50 messages; a page without messages can have a next page", LOCK))
                        .withOptional("next", JsonSchema.string("Parameter 'after' of the next page")),
                this::locks));
    }

    private Object locks(UserRequest request) throws JMSException {
        MessagePage page = LocksPage.locked(admin, request.parameters());
        return new JsonObject()
                .with("locks", page.messages().stream().map(LocksResource::lock).toList())
                .withNonNull("next", page.next())
                .asMap();
    }

    private static Object lock(MessageDescription message) {
        return new JsonObject()
                .with("sequenceNumber", String.valueOf(message.sequenceNumber()))
                .withNonNull("node", message.lockedBy())
                .withNonNull("lockedUntil", message.lockedUntil())
                .with("deliveryCount", message.deliveryCount())
                .with("enqueuedAt", message.enqueuedAt())
                .asMap();
    }
}
