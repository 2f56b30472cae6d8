package dev.restante.console.standing;

import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;

/** The message groups of a queue or subscription, for scripts. */
final class GroupsData implements Section {

    private static final Shape GROUP = Shape.object("A message group")
            .with("id", Shape.text("Its id"))
            .with("available", Shape.number("Messages ready to be received"))
            .with("inFlight", Shape.number("Messages in the hands of receivers"))
            .with("scheduled", Shape.number("Messages that are not yet due"))
            .with("deferred", Shape.number("Messages that are set aside"))
            .with("kept", Shape.truth("Whether somebody has accepted it, or it stays with a consumer"))
            .withOptional("node", Shape.text("The node that has it"))
            .withOptional("lockedUntil", Shape.time("Until when it is locked"))
            .with("hasState", Shape.truth("Whether it has a state"));

    private final RestanteAdmin admin;

    GroupsData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                        "/groups",
                        "The message groups of a queue or subscription, 50 at a time",
                        List.of(
                                Parameter.name("The full name of the queue or subscription"),
                                Parameter.optional("after", Shape.text("The 'next' of the page before"))),
                        Shape.object("A page of message groups")
                                .with("groups", Shape.list("At most 50", GROUP))
                                .with("complete", Shape.truth("Whether all messages were looked at for them"))
                                .withOptional("next", Shape.text("The parameter 'after' of the next page")),
                        this::groups)
                .needing(Right.READ));
    }

    private Object groups(Visit visit) throws JMSException {
        Parameters parameters = visit.parameters();
        GroupPage page = admin.messages(parameters.required("name"))
                .groups()
                .list(GroupRequest.first(GroupsPage.ROWS)
                        .after(parameters.has("after") ? parameters.text("after") : null));
        return new Fields()
                .with("groups", page.groups().stream().map(GroupsData::group).toList())
                .with("complete", page.complete())
                .withPresent("next", page.next())
                .done();
    }

    private static Object group(GroupDescription group) {
        return new Fields()
                .with("id", group.id())
                .with("available", group.available())
                .with("inFlight", group.inFlight())
                .with("scheduled", group.scheduled())
                .with("deferred", group.deferred())
                .with("kept", group.kept())
                .withPresent("node", group.node())
                .withPresent("lockedUntil", group.lockedUntil())
                .with("hasState", group.hasState())
                .done();
    }
}
