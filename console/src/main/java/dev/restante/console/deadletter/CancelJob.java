package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** The end of a redrive in the background before it is done. Another one can be begun for the rest. */
final class CancelJob extends Action {

    static final String NAME = "cancel-job";
    static final String JOB = "job";

    private final RestanteAdmin admin;

    CancelJob(RestanteAdmin admin) {
        super(NAME, Right.REPAIR, "Ends a redrive in the background; what has moved stays there.");
        this.admin = admin;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.required(JOB, Shape.text("The id of the job")));
    }

    @Override
    public String about(Parameters form) {
        return "job " + form.number(JOB);
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        long id = form.number(JOB);
        boolean cancelled = admin.redriveJobs().cancel(id);
        RedriveJobDescription job = admin.redriveJobs()
                .get(id)
                .orElseThrow(() -> new Refusal(404, "CONSOLE-NO-JOB", "There is no job " + id + " (any more)."));
        String moved = Tables.count(job.moved()) + " messages have moved";
        return Outcome.of(
                        "Cancel",
                        cancelled
                                ? "It is cancelled; " + moved + " and stay there."
                                : "It had ended before; " + moved + ".",
                        (cancelled ? "cancelled, " : "had ended before, ") + job.moved() + " have moved",
                        tag("a", "Jobs").with("href", JobsPage.HERE))
                .with(Map.of("cancelled", cancelled, "moved", job.moved()));
    }
}
