package dev.restante;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.restante.testing.GraphCycles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the structure within the layers: the order of packages, no cycles of files, and a limit for long files. */
class PackageStructureTest {

    /** Highest number of lines of a file. The report names shorter files that are long already. */
    private static final int LONGEST_FILE = 800;

    /** Number of lines from which the report names a file. */
    private static final int LONG_FILE = 400;

    /** Number of files from which the report names a package, because files in it are hard to find. */
    private static final int LARGE_PACKAGE = 40;

    private static final int WIDEST_COMMENT = 120;

    private static final String NODE = "dev.restante.node";

    /** Package of the optional features, one package each. */
    private static final String FEATURES = NODE + ".feature";

    /** Packages of the node without its features, from the lowest to the highest. */
    private static final List<String> CORE = List.of(
            "worker",
            "rule",
            "lock",
            "queue.buffer",
            "queue.group",
            "queue.selector",
            "queue",
            "lease",
            "core",
            "commit",
            "entity",
            "cluster",
            "settle",
            "send",
            "receive",
            "expiry",
            "admin.message",
            "admin.option",
            "admin",
            "");

    /** Packages of the core that every message passes. Administration and composition may use all features. */
    private static final List<String> MESSAGE_PATH = CORE.subList(0, CORE.indexOf("admin.message"));

    /** Packages of the database products. */
    private static final String[] PRODUCTS = {
        "dev.restante.store.jdbc.postgres",
        "dev.restante.store.jdbc.mariadb..",
        "dev.restante.store.jdbc.mysql",
        "dev.restante.store.jdbc.hsqldb.."
    };

    private static final Pattern COMMENT = Pattern.compile(" *(/\\*|\\*|//)");

    private static final JavaClasses OURS = ProductClasses.ALL;

    @Test
    void shouldUseOnlyLowerPackagesInTheNode() {
        checkOrder(NODE, CORE, FEATURES + "..");
    }

    /**
     * Checks which features the message path calls. Features may use each other and the core, without cycles of
     * packages. A new reference from the core should be a hook if that reads simpler, and else a new entry here.
     */
    @Test
    void shouldCallOnlyTheseFeaturesOnTheMessagePath() {
        List<String> references = OURS.stream()
                .filter(resideInAPackage(NODE + ".."))
                .filter(each -> MESSAGE_PATH.contains(packageBelowNode(each)))
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> target.getPackageName().startsWith(FEATURES))
                        .map(target -> packageBelowNode(each) + " -> "
                                + packageBelowNode(target).substring("feature.".length())))
                .distinct()
                .sorted()
                .toList();

        assertThat(references)
                .as("references from the message path to features")
                .containsExactly(
                        "cluster -> lastvalues",
                        "expiry -> groups",
                        "expiry -> idle",
                        "expiry -> repetition",
                        "receive -> bodies",
                        "receive -> forwarding.route",
                        "receive -> groups",
                        "receive -> groups.order",
                        "receive -> idle",
                        "receive -> lastvalues",
                        "receive -> quota",
                        "send -> duplicates",
                        "send -> forwarding.route",
                        "send -> groups",
                        "send -> idle",
                        "send -> lastvalues",
                        "send -> repetition",
                        "send -> topics",
                        "settle -> groups.order",
                        "settle -> latecompletion");
    }

    private static String packageBelowNode(JavaClass type) {
        return type.getPackageName().substring(NODE.length()).replaceFirst("^\\.", "");
    }

    @Test
    void shouldUseOnlyLowerPackagesInJms() {
        checkOrder(
                "dev.restante.jms",
                List.of(
                        "message.object",
                        "message",
                        "error",
                        "address",
                        "observe",
                        "core",
                        "mode",
                        "send",
                        "receive",
                        "xa",
                        "",
                        "context"));
    }

    @Test
    void shouldUseOnlyLowerPackagesInTheStore() {
        checkOrder(
                "dev.restante.store.jdbc",
                List.of(
                        "connect",
                        "database",
                        "schema",
                        "rows",
                        "table",
                        "read",
                        "batch",
                        "signal",
                        "product",
                        "postgres",
                        "mariadb.galera",
                        "mariadb",
                        "mysql",
                        "hsqldb.file",
                        "hsqldb",
                        ""));
    }

    @Test
    @DisplayName("code for one database product is in its package, and is chosen in one place")
    void shouldChooseTheDatabaseInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage("dev.restante..")
                .and()
                .resideOutsideOfPackages(PRODUCTS)
                .and()
                .haveNameNotMatching(".*(DatabaseProducts|StoreOpener|StoreRescue)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PRODUCTS)
                .check(OURS);
    }

    /**
     * Checks that each package uses only the packages before it, and that no other package exists.
     *
     * @param names the packages from the lowest to the highest, with an empty name for the parent package itself
     * @param unordered packages that have no order and are not checked
     */
    private static void checkOrder(String parent, List<String> names, String... unordered) {
        List<String> packages = names.stream()
                .map(name -> name.isEmpty() ? parent : parent + "." + name)
                .toList();
        for (int level = 0; level < packages.size(); level++) {
            noClasses()
                    .that()
                    .resideInAPackage(packages.get(level))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            packages.subList(level + 1, packages.size()).toArray(String[]::new))
                    .check(OURS);
        }
        classes()
                .that(resideInAPackage(parent + "..").and(resideOutsideOfPackages(unordered)))
                .should()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .check(OURS);
    }

    @Test
    void shouldHaveNoCyclesOfFiles() {
        Map<String, Set<String>> uses = new HashMap<>();
        for (JavaClass each : OURS) {
            Set<String> used = uses.computeIfAbsent(fileOf(each), name -> new HashSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> OURS.contain(target.getName()))
                    .map(PackageStructureTest::fileOf)
                    .forEach(used::add);
        }
        Set<String> cycles = new TreeSet<>();
        for (Collection<String> cycle : GraphCycles.find(uses)) {
            if (!isSealedFamily(cycle)) {
                cycles.add(String.join(" ", new TreeSet<>(cycle)));
            }
        }

        assertThat(cycles)
                .as("dependency cycles of files, except within sealed families")
                .isEmpty();
    }

    private static String fileOf(JavaClass type) {
        JavaClass file = type;
        while (file.getEnclosingClass().isPresent()) {
            file = file.getEnclosingClass().get();
        }
        return file.getName();
    }

    /** Returns whether one type is sealed and the other types are its subtypes, which have to refer to each other. */
    private static boolean isSealedFamily(Collection<String> cycle) {
        return cycle.stream()
                .map(OURS::get)
                .anyMatch(root -> root.reflect().isSealed()
                        && cycle.stream().map(OURS::get).allMatch(each -> each.isAssignableTo(root.getName())));
    }

    /** Also writes a report of long files and large packages, which are candidates for a split. */
    @Test
    void shouldHaveNoLongFiles() throws IOException {
        List<String> report = new ArrayList<>();
        List<String> tooLong = new ArrayList<>();
        for (String module : List.of("provider", "modules/console", "modules/cli", "ra", "verification/bench")) {
            Path sources = Path.of("..", module, "src");
            report.addAll(longFiles(sources, LONG_FILE));
            report.addAll(largePackages(sources.resolve("main")));
            tooLong.addAll(longFiles(sources, LONGEST_FILE));
        }
        Files.write(Path.of("target", "structure-report.txt"), report);

        assertThat(tooLong).as("files of more than " + LONGEST_FILE + " lines").isEmpty();
    }

    private static List<String> longFiles(Path directory, int limit) throws IOException {
        List<String> longer = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    long count = lines.count();
                    if (count > limit) {
                        longer.add(file + ": " + count + " lines");
                    }
                }
            }
        }
        return longer;
    }

    private static List<String> largePackages(Path sources) throws IOException {
        List<String> large = new ArrayList<>();
        try (Stream<Path> packages = Files.walk(sources)) {
            for (Path each : packages.filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.list(each)) {
                    long count = files.filter(Files::isRegularFile).count();
                    if (count > LARGE_PACKAGE) {
                        large.add(each + ": " + count + " files");
                    }
                }
            }
        }
        return large;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "provider",
                "modules/console",
                "modules/cli",
                "ra",
                "modules/console-war",
                "samples",
                "samples/spring",
                "samples/boot",
                "modules/spring/restante-spring",
                "modules/spring/restante-spring-boot",
                "modules/spring/restante-spring-boot-3-starter",
                "modules/spring/restante-spring-boot-test",
                "verification/test-servers",
                "verification/timed-histories",
                "verification/servers",
                "verification/bench",
                "verification/moved-programs",
                "verification/vendor-programs",
                "verification/formal-model",
                "tck-runner"
            })
    void shouldWrapComments(String module) throws IOException {
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.filter(line -> line.length() > WIDEST_COMMENT
                                    && COMMENT.matcher(line).lookingAt())
                            .forEach(line -> tooLong.add(file.getFileName() + ": " + line.strip()));
                }
            }
        }

        assertThat(tooLong).as("comments wider than " + WIDEST_COMMENT).isEmpty();
    }
}
