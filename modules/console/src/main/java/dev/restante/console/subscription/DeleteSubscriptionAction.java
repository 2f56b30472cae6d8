package dev.restante.console.subscription;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.BestEffortCount;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Action that deletes a durable subscription with its messages. */
final class DeleteSubscriptionAction extends ConsoleAction {

    static final String NAME = "subscription-delete";

    private final RestanteAdmin admin;

    DeleteSubscriptionAction(RestanteAdmin admin) {
        super(NAME, ConsoleRight.REMOVE, "Deletes a durable subscription with its messages.");
        this.admin = admin;
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return List.of(RuleForm.SUBSCRIPTION_PARAMETER);
    }

    @Override
    public String logSubject(RequestParameters form) {
        return form.required(RuleForm.SUBSCRIPTION);
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        String name = form.required(RuleForm.SUBSCRIPTION);
        DurableSubscription.of(admin, name);
        Optional<QueueStatistics> counts = counted(name);
        String told = told(counts);
        ConfirmationQuestion question = new ConfirmationQuestion(
                "Delete subscription",
                List.of(
                        tag("p").add("Delete the subscription ")
                                .add(tag("bdi", name))
                                .add(" with " + told + "?"),
                        tag(
                                        "p",
                                        "Messages that arrive before you confirm are deleted, too. Receives of"
                                                + " its consumers will fail.")
                                .with("class", "note")),
                "Delete " + told,
                EntityTabs.RULES.url(name));
        return Optional.of(counts.map(found -> question.withCount(EntityStatisticsView.messages(found)))
                .orElse(question));
    }

    private Optional<QueueStatistics> counted(String name) throws JMSException {
        return BestEffortCount.tryCount(() -> admin.statistics(name));
    }

    private static String told(Optional<QueueStatistics> counts) {
        return counts.map(found -> HtmlTables.formatCount(EntityStatisticsView.messages(found), "message") + " and "
                        + HtmlTables.formatCount(found.deadLettered(), "dead letter"))
                .orElse(BestEffortCount.UNKNOWN_COUNT_TEXT + " messages and dead letters");
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        String name = form.required(RuleForm.SUBSCRIPTION);
        DurableSubscription durable = DurableSubscription.of(admin, name);
        Optional<QueueStatistics> counts = counted(name);
        admin.topics().deleteSubscription(durable.clientId(), durable.name(), true);
        return ActionOutcome.of(
                        "Subscription",
                        "The subscription " + name + " was deleted.",
                        "deleted with " + told(counts),
                        tag("a", "Topics and subscriptions").with("href", LocalUrl.to("/subscriptions")))
                .with(counts.map(found -> Map.<String, Object>of(
                                "messages", EntityStatisticsView.messages(found), "deadLetters", found.deadLettered()))
                        .orElse(Map.of()));
    }
}
