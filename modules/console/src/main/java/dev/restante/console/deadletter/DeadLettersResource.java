package dev.restante.console.deadletter;

import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** API resource with the dead letters of a queue or subscription by reason and source. */
public final class DeadLettersResource implements Section {

    private static final ParameterDefinition NAME =
            ParameterDefinition.entityName("Full name of the dead-letter queue");

    private static final JsonSchema GROUP = JsonSchema.object("Dead letters with one reason and source")
            .withOptional("reason", JsonSchema.string("Dead-letter reason; missing for dead letters without a reason"))
            .withOptional("source", JsonSchema.string("Full name of the source"))
            .with("messages", JsonSchema.number("Number of dead letters"));

    private final RestanteAdmin admin;
    private final DeadLetterOperations deadLetters;

    public DeadLettersResource(RestanteAdmin admin) {
        this.admin = admin;
        this.deadLetters = new DeadLetterOperations(admin);
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(
                ApiResource.of(
                        "/dead-letter-groups",
                        "First 1,000 dead letters of a queue or subscription by reason and source",
                        List.of(NAME),
                        JsonSchema.object("Dead letters")
                                .with("scanned", JsonSchema.number("Number of dead letters that were read"))
                                .with("complete", JsonSchema.bool("True if all dead letters were read"))
                                .with("groups", JsonSchema.list("Groups, the largest first", GROUP)),
                        this::groups),
                ApiResource.of(
                                "/dead-letter-reasons",
                                "All dead letters of a queue or subscription by reason; the request reads each"
                                        + " dead letter",
                                List.of(NAME),
                                JsonSchema.object("Dead letters")
                                        .with(
                                                "reasons",
                                                JsonSchema.list(
                                                        "Reasons, the most frequent first, at most 100",
                                                        JsonSchema.object("Dead letters with one reason")
                                                                .with(
                                                                        "reason",
                                                                        JsonSchema.string(
                                                                                "Dead-letter reason; empty for"
                                                                                        + " dead letters without"
                                                                                        + " a reason"))
                                                                .with(
                                                                        "messages",
                                                                        JsonSchema.number("Number of dead letters"))))
                                        .with(
                                                "otherReasons",
                                                JsonSchema.number("Number of dead letters with other reasons")),
                                this::reasons)
                        .withCost(RequestCost.EXPENSIVE));
    }

    private Object groups(UserRequest request) throws JMSException {
        DeadLetterOperations.DeadLetterGroups groups =
                deadLetters.groups(DeadLetterSelection.deadLetterQueue(request.parameters()));
        return new JsonObject()
                .with("scanned", groups.scanned())
                .with("complete", groups.complete())
                .with(
                        "groups",
                        groups.groups().stream()
                                .map(group -> new JsonObject()
                                        .withNonNull("reason", group.reason())
                                        .withNonNull("source", group.source())
                                        .with("messages", group.count())
                                        .asMap())
                                .toList())
                .asMap();
    }

    private Object reasons(UserRequest request) throws JMSException {
        DeadLetterReasons reasons = admin.messages(DeadLetterSelection.deadLetterQueue(request.parameters()))
                .deadLetterReasons(DeadLettersPage.MAX_REASONS);
        List<Object> counted = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) -> counted.add(new JsonObject()
                        .with("reason", reason)
                        .with("messages", count)
                        .asMap()));
        return new JsonObject()
                .with("reasons", counted)
                .with("otherReasons", reasons.otherReasons())
                .asMap();
    }
}
