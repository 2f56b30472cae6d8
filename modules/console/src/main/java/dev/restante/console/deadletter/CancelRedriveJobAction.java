package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** Action that cancels a background redrive. */
final class CancelRedriveJobAction extends ConsoleAction {

    static final String NAME = "redrive-job-cancel";
    static final String JOB = "job";

    private final RestanteAdmin admin;

    CancelRedriveJobAction(RestanteAdmin admin) {
        super(
                NAME,
                ConsoleRight.REPAIR,
                "Cancels a redrive job. Messages that were already moved stay where they are.");
        this.admin = admin;
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return List.of(ParameterDefinition.required(JOB, JsonSchema.string("Id of the job")));
    }

    @Override
    public String logSubject(RequestParameters form) {
        return "job " + form.number(JOB);
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        long id = form.number(JOB);
        boolean cancelled = admin.redriveJobs().cancel(id);
        RedriveJobDescription job = admin.redriveJobs()
                .get(id)
                .orElseThrow(() -> new RequestRejectedException(
                        404, "CONSOLE-JOB-NOT-FOUND", "The job " + id + " does not exist."));
        String moved =
                HtmlTables.formatCount(job.moved(), "message") + (job.moved() == 1 ? " was moved" : " were moved");
        return ActionOutcome.of(
                        "Cancel",
                        cancelled
                                ? "The job was cancelled. " + moved + "."
                                : "The job had already ended. " + moved + ".",
                        (cancelled ? "cancelled, " : "had already ended, ") + job.moved() + " moved",
                        tag("a", "Redrive jobs").with("href", RedriveJobsPage.HERE))
                .with(Map.of("cancelled", cancelled, "moved", job.moved()));
    }
}
