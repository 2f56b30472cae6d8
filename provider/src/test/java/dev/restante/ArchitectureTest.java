package dev.restante;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.lang.ArchRule;
import dev.restante.broker.Broker;
import dev.restante.model.IdLayout;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Test of the layers. Dependencies point only to lower layers, and each layer uses only certain external libraries. */
class ArchitectureTest {

    private static final String ROOT = "dev.restante";
    private static final String RUNTIME = "dev.restante.runtime";
    private static final String IN_JDBC = "dev.restante.store.jdbc.";
    private static final Set<String> BORROWING = Set.of(
            "Database.dedicated",
            "ConnectionSource.dedicated",
            "ConnectionSource.pooled",
            "ApplicationPool.borrow",
            "ApplicationPool.borrowAs");
    private static final String ADMIN = "dev.restante.admin..";
    private static final String METRICS = "dev.restante.metrics..";
    private static final String JTA = "dev.restante.jta..";
    private static final String NARAYANA = "dev.restante.narayana..";
    private static final String JNDI = "dev.restante.jndi..";
    private static final String JMS = "dev.restante.jms..";
    private static final String BROKER = "dev.restante.broker..";
    private static final String SOCKET = "dev.restante.socket..";
    private static final String NODE = "dev.restante.node..";
    private static final String SELECTOR = "dev.restante.selector..";
    private static final String JDBC = "dev.restante.store.jdbc..";
    private static final String MODEL = "dev.restante.model..";
    private static final String OPTION = "dev.restante.option..";
    private static final String RULE = "dev.restante.rule..";
    private static final String API = "dev.restante.api..";
    private static final String OBSERVE = "dev.restante.observe..";
    private static final DescribedPredicate<JavaClass> IN_THE_STORE_PORTS =
            resideInAPackage("dev.restante.store..").and(resideOutsideOfPackage(JDBC));
    private static final DescribedPredicate<JavaClass> OF_JDBC = resideInAnyPackage("java.sql..", "javax.sql..");

    private static final JavaClasses OURS = ProductClasses.ALL;

    @Test
    void shouldUseNothingOfRestanteInTheCommonPackages() {
        for (String common : List.of(OPTION, RULE, API, OBSERVE)) {
            hold(noClasses()
                    .that()
                    .resideInAPackage(common)
                    .should()
                    .dependOnClassesThat(resideInAPackage("dev.restante..").and(resideOutsideOfPackage(common))));
        }
    }

    @Test
    void shouldUseOnlyTheModelInTheModel() {
        hold(layer(resideInAPackage(MODEL), resideInAPackage(MODEL)));
    }

    @Test
    void shouldLetTheSelectorUseTheModelOnly() {
        hold(layer(resideInAPackage(SELECTOR), resideInAnyPackage(SELECTOR, MODEL)));
    }

    @Test
    void shouldLetTheStorePortsUseTheModelOnly() {
        hold(layer(IN_THE_STORE_PORTS, IN_THE_STORE_PORTS.or(resideInAPackage(MODEL))));
    }

    @Test
    void shouldLetTheStoreOnJdbcUseItsPortsAndTheModelOnly() {
        hold(layer(resideInAPackage(JDBC), IN_THE_STORE_PORTS.or(resideInAnyPackage(JDBC, MODEL))));
    }

    @Test
    void shouldLetTheBrokerPortUseWhatIsBelowIt() {
        hold(layer(resideInAPackage(BROKER), IN_THE_STORE_PORTS.or(resideInAnyPackage(BROKER, SELECTOR, MODEL))));
    }

    @Test
    void shouldLetTheNodeUseItsPortAndWhatIsBelowIt() {
        hold(layer(resideInAPackage(NODE), IN_THE_STORE_PORTS.or(resideInAnyPackage(NODE, BROKER, SELECTOR, MODEL))));
    }

    @Test
    void shouldHavePublicTypesOnlyInTheRoot() {
        hold(classes()
                .that()
                .resideInAPackage(ROOT)
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .bePublic());
    }

    @Test
    void shouldNotUseTheRootInTheRuntime() {
        hold(noClasses()
                .that()
                .resideInAPackage(RUNTIME)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT));
    }

    @Test
    void shouldOpenNodesInTheRuntimeOnly() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackages(RUNTIME, NODE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(NODE));
    }

    @Test
    void shouldLetJmsReachTheStoreThroughTheBrokerOnly() {
        hold(layer(resideInAPackage(JMS), resideInAnyPackage(JMS, BROKER, SELECTOR, MODEL)));
    }

    @Test
    void shouldLetAdminReachTheStoreThroughTheBrokerOnly() {
        hold(layer(resideInAPackage(ADMIN), resideInAnyPackage(ADMIN, JMS, BROKER, SELECTOR, MODEL)));
    }

    @Test
    void shouldLetTheSocketReachTheNodeThroughTheBrokerOnly() {
        hold(layer(
                resideInAPackage(SOCKET), IN_THE_STORE_PORTS.or(resideInAnyPackage(SOCKET, BROKER, SELECTOR, MODEL))));
    }

    @Test
    void shouldUseTheSocketInTheRuntimeOnly() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackages(RUNTIME, SOCKET)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SOCKET));
    }

    @Test
    void shouldUseOnlyTheRootAndDestinationsInJndi() {
        hold(layer(resideInAPackage(JNDI), resideInAnyPackage(JNDI, ROOT, "dev.restante.jms.message")));
    }

    @Test
    void shouldUseJndiNowhereElse() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackage(JNDI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(JNDI));
    }

    @Test
    void shouldUseOnlyTheRootAndAdministrationInMeters() {
        hold(layer(resideInAPackage(METRICS), resideInAnyPackage(METRICS, ROOT, ADMIN)));
    }

    @Test
    void shouldUseMetersNowhereElse() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackage(METRICS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(METRICS, "io.micrometer..")
                .because("Micrometer is there for those who want meters only"));
    }

    @Test
    void shouldUseJakartaTransactionsNowhereElse() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackage(JTA)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JTA, "jakarta.transaction..")
                .because("that API is there for those who have a transaction manager only"));
    }

    @Test
    void shouldUseOnlyTheRootInNarayana() {
        hold(layer(resideInAPackage(NARAYANA), resideInAnyPackage(NARAYANA, ROOT)));
    }

    @Test
    void shouldUseNarayanaNowhereElse() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackage(NARAYANA)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(NARAYANA, "com.arjuna..")
                .because("Narayana is one transaction manager of many"));
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        hold(slices().matching("dev.restante.(**)").should().beFreeOfCycles());
    }

    @Test
    void shouldUseJakartaMessagingInTheUpperLayersOnly() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT, RUNTIME, JNDI, METRICS, JTA, JMS, ADMIN, API)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.jms.."));
    }

    @Test
    void shouldUseJdbcInTheStoreOnJdbcOnly() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT, RUNTIME, API, JDBC)
                .should()
                .dependOnClassesThat(OF_JDBC));
    }

    @Test
    void shouldOnlyPassOnDataSourcesAndConnectionsOutsideOfTheStore() {
        hold(noClasses()
                .that()
                .resideInAnyPackage(ROOT, RUNTIME, API)
                .should()
                .dependOnClassesThat(OF_JDBC.and(not(name("javax.sql.DataSource")
                        .or(name("java.sql.Connection"))
                        .or(name("java.sql.SQLException"))))));
    }

    @Test
    void shouldConvertDurationsInOnePlace() {
        hold(noClasses()
                .should()
                .callMethod(Duration.class, "toMillis")
                .orShould()
                .callMethod(Duration.class, "toNanos")
                .because(
                        "they throw for large durations: SaturatingTime converts them, and TimeUnit.convert(Duration) where"
                                + " there is no model"));
    }

    /** Checks that durations and waits do not depend on the wall clock, which can be changed at any moment. */
    @Test
    void shouldReadTheWallClockInOnePlace() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.restante.model.MachineClock$1")
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "reads the wall clock, or waits by it",
                        access -> readsWallClock(access.getTargetOwner().getFullName(), access.getName())))
                .because("TimeSource has the store's clock and a steady clock, and System.nanoTime counts waits"));
    }

    private static boolean readsWallClock(String owner, String member) {
        return switch (owner) {
            case "java.lang.System" -> member.equals("currentTimeMillis");
            case "java.time.Clock" -> member.startsWith("system") || member.startsWith("tick");
            case "java.time.InstantSource" -> member.equals("system");
            case "java.util.Date", "java.util.GregorianCalendar" -> member.equals("<init>");
            case "java.util.Calendar" -> member.equals("getInstance");
            case "java.util.concurrent.locks.LockSupport" -> member.equals("parkUntil");
            default -> (owner.startsWith("java.time.") && member.equals("now")) || member.equals("awaitUntil");
        };
    }

    /**
     * Checks that {@code BoundedCallExecutor} limits all calls of applications. The exceptions are calls of transaction
     * managers, which get other exceptions.
     */
    @Test
    void shouldBoundCallsInOnePlace() {
        hold(noClasses()
                .that()
                .haveNameNotMatching(
                        "dev\\.restante\\.(jms\\.core\\.BoundedCallExecutor|jms\\.xa\\..*|runtime\\.OpenConnections.*)")
                .should()
                .callMethod(Broker.class, "beginCall")
                .because("one bound holds for everything that a call does (RCV-19)"));
    }

    /** Checks that each borrower discards broken connections, because the pool would otherwise lend them again. */
    @Test
    void shouldBorrowConnectionsWhereBrokenOnesAreDiscarded() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(IN_JDBC + "database.Database")
                .and()
                .doNotHaveFullyQualifiedName(IN_JDBC + "database.PooledWorkRunner")
                .and()
                .doNotHaveFullyQualifiedName(IN_JDBC + "batch.WriterConnection")
                .and()
                .doNotHaveFullyQualifiedName(IN_JDBC + "postgres.PostgresSignals")
                .and()
                .doNotHaveFullyQualifiedName(IN_JDBC + "hsqldb.HsqldbMaintenance")
                .and()
                .doNotHaveFullyQualifiedName(IN_JDBC + "StoreOpener")
                .and()
                .resideOutsideOfPackage(IN_JDBC + "connect")
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "borrows a connection",
                        access -> BORROWING.contains(access.getTargetOwner().getSimpleName() + "." + access.getName())))
                .because("Database.onDedicated and the work on pooled connections discard what a failure spoils"));
    }

    @Test
    void shouldStartOnlyThreadsThatSurviveExceptions() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.restante.model.WorkerThread")
                .should()
                .callConstructorWhere(JavaCall.Predicates.target(
                        HasOwner.Predicates.With.owner(JavaClass.Predicates.assignableTo(Thread.class)
                                .and(not(name("dev.restante.model.WorkerThread"))))))
                .orShould()
                .beAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat(name("java.util.Timer")
                        .or(name("java.util.concurrent.ForkJoinPool"))
                        .or(name("java.util.concurrent.Executors$DefaultThreadFactory")))
                .because("a WorkerThread outlives what its work throws"));
    }

    @Test
    void shouldMakeIdsInOnePlace() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.restante.node.lease.IdGenerator")
                .and()
                .doNotHaveFullyQualifiedName("dev.restante.model.IdLayout")
                .should()
                .callMethod(IdLayout.class, "id", long.class, int.class, long.class)
                .because("the generator refuses when there is no further id, and no id is made twice"));
    }

    @Test
    void shouldUseTheCronLibraryForFieldsOnly() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.restante.node.feature.repetition.CronFields")
                .should()
                .dependOnClassesThat(resideInAPackage("com.cronutils..")));
        hold(noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("com.cronutils.model.time.."))
                .because("its due times depend on the instant from which they are asked; those of CronTimes do not"));
    }

    @Test
    void shouldNameClassesByWhatTheyAre() {
        hold(noClasses().should().haveNameMatching(".*[.$](\\w*(Util|Utils|Helper|Manager|Impl)|Base([A-Z]\\w*)?)"));
    }

    /** Checks a rule, which may be about packages without classes. */
    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(OURS);
    }

    /**
     * Returns the rule that a layer uses only the allowed Restante classes, besides the packages that all layers share.
     */
    private static ArchRule layer(
            DescribedPredicate<? super JavaClass> layer, DescribedPredicate<? super JavaClass> allowed) {
        DescribedPredicate<JavaClass> ofOthers =
                resideOutsideOfPackage("dev.restante..").or(resideInAnyPackage(OPTION, RULE, API, OBSERVE));
        return classes().that(layer).should().onlyDependOnClassesThat(ofOthers.or(allowed));
    }
}
