package dev.restante.console.subscription;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Countable;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The deletion of a durable subscription with all that it has. */
final class SubscriptionDelete extends Action {

    static final String NAME = "subscription-delete";

    private final RestanteAdmin admin;

    SubscriptionDelete(RestanteAdmin admin) {
        super(NAME, Right.REMOVE, "Deletes a durable subscription with all that it has.");
        this.admin = admin;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(RuleForm.OF_SUBSCRIPTION);
    }

    @Override
    public String about(Parameters form) {
        return form.required(RuleForm.SUBSCRIPTION);
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        String name = form.required(RuleForm.SUBSCRIPTION);
        Durable.of(admin, name);
        Optional<QueueStatistics> counts = counted(name);
        String told = told(counts);
        Question question = new Question(
                "Delete subscription",
                List.of(
                        tag("p").add("Delete the subscription ")
                                .add(tag("bdi", name))
                                .add(" with " + told + "?"),
                        tag("p", "What arrives until you confirm goes, too. Its consumers find that it is gone.")
                                .with("class", "note")),
                "Delete " + told,
                EntityTabs.RULES.of(name));
        return Optional.of(counts.map(found -> question.about(messages(found))).orElse(question));
    }

    private Optional<QueueStatistics> counted(String name) throws JMSException {
        return Countable.of(() -> admin.statistics(name));
    }

    private static long messages(QueueStatistics counts) {
        return counts.available() + counts.inFlight() + counts.scheduled() + counts.deferred();
    }

    private static String told(Optional<QueueStatistics> counts) {
        return counts.map(found -> Tables.count(messages(found)) + " messages and " + Tables.count(found.deadLettered())
                        + " dead letters")
                .orElse(Countable.UNKNOWN + " messages and dead letters");
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        String name = form.required(RuleForm.SUBSCRIPTION);
        Durable durable = Durable.of(admin, name);
        Optional<QueueStatistics> counts = counted(name);
        admin.topics().deleteSubscription(durable.clientId(), durable.name(), true);
        return Outcome.of(
                        "Subscription",
                        "The subscription " + name + " was deleted.",
                        "deleted with " + told(counts),
                        tag("a", "Subscriptions").with("href", Url.to("/subscriptions")))
                .with(counts.map(found -> Map.<String, Object>of(
                                "messages", messages(found), "deadLetters", found.deadLettered()))
                        .orElse(Map.of()));
    }
}
