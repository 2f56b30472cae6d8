package dev.restante.console.messagestate;

import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupPageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;

/** API resource with the message groups of a queue or subscription. */
final class GroupsResource implements Section {

    private static final JsonSchema GROUP = JsonSchema.object("Message group")
            .with("id", JsonSchema.string("Group id"))
            .with("available", JsonSchema.number("Number of available messages"))
            .with("inFlight", JsonSchema.number("Number of messages in flight"))
            .with("scheduled", JsonSchema.number("Number of scheduled messages"))
            .with("deferred", JsonSchema.number("Number of deferred messages"))
            .with("assigned", JsonSchema.bool("True if the group is assigned to a session or consumer"))
            .withOptional("node", JsonSchema.string("Node of the consumer that holds the group"))
            .withOptional("lockedUntil", JsonSchema.dateTime("End of the group lock"))
            .with("hasState", JsonSchema.bool("True if the group has a state"));

    private final RestanteAdmin admin;

    GroupsResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                        "/groups",
                        "Message groups of a queue or subscription, 50 per page",
                        List.of(
                                ParameterDefinition.entityName("Full name of the queue or subscription"),
                                ParameterDefinition.optional(
                                        "after", JsonSchema.string("Value 'next' of the previous page"))),
                        JsonSchema.object("Page of message groups")
                                .with("groups", JsonSchema.list("At most 50 message groups", GROUP))
                                .with("complete", JsonSchema.bool("True if all messages were read for the groups"))
                                .withOptional("next", JsonSchema.string("Parameter 'after' of the next page")),
                        this::groups)
                .withRight(ConsoleRight.READ));
    }

    private Object groups(UserRequest request) throws JMSException {
        RequestParameters parameters = request.parameters();
        GroupPage page = admin.messages(parameters.required("name"))
                .groups()
                .list(GroupPageRequest.first(GroupsPage.ROWS)
                        .after(parameters.has("after") ? parameters.text("after") : null));
        return new JsonObject()
                .with(
                        "groups",
                        page.groups().stream().map(GroupsResource::group).toList())
                .with("complete", page.complete())
                .withNonNull("next", page.next())
                .asMap();
    }

    private static Object group(GroupDescription group) {
        return new JsonObject()
                .with("id", group.id())
                .with("available", group.available())
                .with("inFlight", group.inFlight())
                .with("scheduled", group.scheduled())
                .with("deferred", group.deferred())
                .with("assigned", group.assigned())
                .withNonNull("node", group.node())
                .withNonNull("lockedUntil", group.lockedUntil())
                .with("hasState", group.hasState())
                .asMap();
    }
}
