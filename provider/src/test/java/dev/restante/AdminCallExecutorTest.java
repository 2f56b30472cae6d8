package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test that no exception of the broker leaves the public administration. */
@DisplayName("the public methods of the administration")
class AdminCallExecutorTest {

    private static final String PACKAGE = "dev.restante.admin";

    /** Methods that call the broker and translate its exceptions. */
    private static final Set<String> TRANSLATING =
            Set.of("execute", "executeUnbounded", "run", "executeDeletion", "changeStatus");

    private static boolean isAdmin(JavaClass type) {
        return type.getPackageName().equals(PACKAGE) && type.getSimpleName().endsWith("Admin");
    }

    /**
     * Returns the methods that call the broker. Methods that only return another part of the administration do not, and
     * neither does the close method.
     */
    private static List<JavaMethod> asking() {
        return ProductClasses.ALL.stream()
                .filter(AdminCallExecutorTest::isAdmin)
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> !isAdmin(method.getRawReturnType()))
                .filter(method -> !method.getName().equals("close"))
                .toList();
    }

    /**
     * Returns whether a method calls {@code AdminCallExecutor}, directly or through other methods of the
     * administration.
     */
    private static boolean isTranslated(JavaMethod method) {
        Set<JavaCodeUnit> seen = new HashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>(List.of(method));
        while (!next.isEmpty()) {
            JavaCodeUnit unit = next.pop();
            if (unit.getOwner().getSimpleName().equals("AdminCallExecutor") && TRANSLATING.contains(unit.getName())) {
                return true;
            }
            if (isAdmin(unit.getOwner()) && seen.add(unit)) {
                unit.getMethodCallsFromSelf()
                        .forEach(call -> call.getTarget().resolveMember().ifPresent(next::add));
            }
        }
        return false;
    }

    @Test
    @DisplayName("each method declares JMSException and calls the broker through AdminCallExecutor")
    void shouldTranslateExceptions() {
        assertThat(asking()).hasSizeGreaterThan(50).allSatisfy(method -> {
            assertThat(method.getThrowsClause().containsType(JMSException.class))
                    .as("%s declares JMSException", method.getFullName())
                    .isTrue();
            assertThat(isTranslated(method))
                    .as("%s calls the store through AdminCallExecutor", method.getFullName())
                    .isTrue();
        });
    }
}
