package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** Action that moves dead letters to their source or to another queue, immediately or as a job. */
final class RedriveAction extends BulkAction {

    static final String NAME = "redrive";

    RedriveAction(DeadLetterOperations deadLetters) {
        super(
                NAME,
                ConsoleRight.REPAIR,
                "Moves dead letters back to their sources or to another queue, for at most ten seconds or as a job.",
                "Redrive",
                "redriven",
                deadLetters);
    }

    @Override
    public String logSubject(RequestParameters form) {
        return super.logSubject(form) + RedriveSettings.of(form).logText();
    }

    @Override
    HtmlElement questionText(String messages, HtmlElement queue, RequestParameters form) {
        String target = RedriveSettings.of(form).target();
        HtmlElement question = tag("p").add("Move " + messages + " of ").add(queue);
        return target == null
                ? question.add(" back to their sources?")
                : question.add(" to ").add(tag("bdi", target)).add("?");
    }

    @Override
    List<HtmlElement> settingsFields() {
        return RedriveSettings.fields();
    }

    @Override
    List<ParameterDefinition> settingsParameters() {
        return RedriveSettings.PARAMETERS;
    }

    @Override
    BulkResult run(DeadLetterOperations store, DeadLetterSelection selection, RequestParameters form)
            throws JMSException {
        return store.redrive(selection, RedriveSettings.of(form));
    }

    @Override
    public ActionOutcome run(RequestParameters form, ConsoleUser user) throws JMSException {
        RedriveSettings settings = RedriveSettings.of(form);
        if (!settings.background()) {
            return run(form);
        }
        RedriveJobDescription job = deadLetters.startRedriveJob(DeadLetterSelection.of(form), settings, user.name());
        return ActionOutcome.of(
                        "Redrive",
                        "The redrive job runs in the background, even after this console ends. The queue has "
                                + HtmlTables.formatCount(job.total(), "message") + ".",
                        "job " + job.id() + " started, the queue has " + HtmlTables.formatCount(job.total(), "message"),
                        tag("a", "Redrive jobs").with("href", RedriveJobsPage.HERE))
                .with(Map.of("job", String.valueOf(job.id()), "total", job.total()));
    }
}
