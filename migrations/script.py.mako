"""${message}

Revision: ${up_revision}
Revises: ${down_revision | comma,n}
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision: str = ${repr(up_revision)}
down_revision: str | None = ${repr(down_revision)}
branch_labels: str | None = ${repr(branch_labels)}
depends_on: str | None = ${repr(depends_on)}


def upgrade() -> None:
    """Change the tables to this revision."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Change the tables back to the revision before."""
    ${downgrades if downgrades else "pass"}
