package dev.restante.console.configure;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Action that deletes a queue or topic with its messages. */
final class DeleteEntityAction extends EntityAction {

    static final String NAME = "entity-delete";

    DeleteEntityAction(RestanteAdmin admin) {
        super(
                admin,
                NAME,
                ConsoleRight.REMOVE,
                "Deletes a queue with its messages, or a topic with its subscriptions.");
    }

    @Override
    ConfigurableEntity target(RequestParameters form) {
        ConfigurableEntity entity = super.target(form);
        if (!entity.deletable()) {
            throw RequestRejectedException.badRequest("'" + entity.name() + "' cannot be deleted here.");
        }
        return entity;
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        ConfigurableEntity entity = target(form);
        ConfigurableEntity.EntityContents contents = entity.contents();
        ConfirmationQuestion question = new ConfirmationQuestion(
                "Delete " + entity.kind(),
                List.of(
                        tag("p").add("Delete the " + entity.kind() + " ")
                                .add(tag("bdi", entity.name()))
                                .add(" with " + contents.text() + "?"),
                        tag(
                                        "p",
                                        "Messages that arrive before you confirm are deleted, too. Receives of"
                                                + " its consumers will fail.")
                                .with("class", "note")),
                "Delete " + contents.text(),
                entity.optionsUrl());
        OptionalLong messages = contents.messages();
        return Optional.of(messages.isPresent() ? question.withCount(messages.getAsLong()) : question);
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        ConfigurableEntity entity = target(form);
        String belongings = entity.contents().text();
        if (!entity.delete()) {
            throw new RequestRejectedException(
                    404,
                    ErrorCodes.ENTITY_NOT_FOUND,
                    "The " + entity.kind() + " '" + entity.name() + "' no longer exists.");
        }
        return ActionOutcome.of(
                "Deleted",
                "The " + entity.kind() + " " + entity.name() + " was deleted.",
                "deleted with " + belongings,
                tag("a", "Overview").with("href", LocalUrl.to("/")));
    }
}
